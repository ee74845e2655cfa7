ALTER TABLE "email_digests" ADD COLUMN "close_matches" integer;--> statement-breakpoint
ALTER TABLE "email_digests" ADD COLUMN "further_matches" jsonb;--> statement-breakpoint
ALTER TABLE "email_digests" ADD COLUMN "nearest_miss" jsonb;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "waiting_since" timestamp with time zone;