ALTER TABLE "papers" ADD COLUMN "cleaning" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "papers_cleaning" ON "papers" USING btree ("cleaning","id");