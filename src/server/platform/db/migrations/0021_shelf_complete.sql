ALTER TABLE "reader_papers" ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD COLUMN "imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "reader_papers_document" ON "reader_papers" USING gin ("document");--> statement-breakpoint
UPDATE "reader_papers" SET "added_at" = "changed_at";
