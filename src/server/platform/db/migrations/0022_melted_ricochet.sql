ALTER TABLE "papers" ADD COLUMN "pdf_url" text;--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "license" text;