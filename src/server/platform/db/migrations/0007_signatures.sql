CREATE TABLE "paper_signatures" (
	"paper_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"keys" text[] NOT NULL,
	"signature" jsonb NOT NULL,
	CONSTRAINT "paper_signatures_paper_id_hash_pk" PRIMARY KEY("paper_id","hash")
);
--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "bibliography" jsonb;--> statement-breakpoint
ALTER TABLE "paper_signatures" ADD CONSTRAINT "paper_signatures_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_signatures_keys" ON "paper_signatures" USING gin ("keys");--> statement-breakpoint
-- Titles are compared by signatures now.
DELETE FROM "paper_identifiers" WHERE "kind" = 'title';
