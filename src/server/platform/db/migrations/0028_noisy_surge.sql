ALTER TABLE "users" ADD COLUMN "library_link" text;--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD COLUMN "sent_tags" text[];--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD COLUMN "sent_note" text;