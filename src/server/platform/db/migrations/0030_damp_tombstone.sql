ALTER TABLE "paper_feedback" ADD COLUMN "is_exploratory" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "explores" boolean DEFAULT false NOT NULL;