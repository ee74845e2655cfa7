ALTER TABLE "zotero_papers" ADD COLUMN "library" text;--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD COLUMN "has_note" boolean DEFAULT false NOT NULL;