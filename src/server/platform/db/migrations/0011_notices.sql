CREATE TABLE "paper_notices" (
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"paper_id" bigint,
	"about" jsonb NOT NULL,
	"signature" jsonb,
	"keys" text[] NOT NULL,
	"doi" text,
	"url" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_notices_source_source_id_pk" PRIMARY KEY("source","source_id")
);
--> statement-breakpoint
DROP INDEX "paper_events_taken_back";--> statement-breakpoint
ALTER TABLE "told_corrections" ADD COLUMN "kind" text DEFAULT 'retracted' NOT NULL;--> statement-breakpoint
-- Who was told of a withdrawal is not told again.
UPDATE "told_corrections" t SET "kind" = p."state" FROM "papers" p WHERE p."id" = t."paper_id" AND p."state" = 'withdrawn';--> statement-breakpoint
ALTER TABLE "told_corrections" DROP CONSTRAINT "told_corrections_user_id_paper_id_pk";--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_user_id_paper_id_kind_pk" PRIMARY KEY("user_id","paper_id","kind");--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "paper_notices" ADD CONSTRAINT "paper_notices_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_notices_paper" ON "paper_notices" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_notices_waiting" ON "paper_notices" USING gin ("keys") WHERE "paper_notices"."paper_id" is null;--> statement-breakpoint
CREATE INDEX "paper_events_mailed" ON "paper_events" USING btree ("at") WHERE "paper_events"."kind" in ('corrected', 'concern', 'retracted', 'withdrawn', 'reinstated');