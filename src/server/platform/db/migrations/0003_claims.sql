CREATE TABLE "told_corrections" (
	"user_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"digest_id" uuid NOT NULL,
	CONSTRAINT "told_corrections_user_id_paper_id_pk" PRIMARY KEY("user_id","paper_id")
);
--> statement-breakpoint
ALTER TABLE "email_digests" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "email_digests" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "next_highlights" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "told_corrections_paper" ON "told_corrections" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "email_digests_created" ON "email_digests" USING brin ("created_at");