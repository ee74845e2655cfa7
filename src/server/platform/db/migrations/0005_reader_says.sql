CREATE TABLE "paper_feedback" (
	"search_term_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"verdict" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_feedback_search_term_id_paper_id_pk" PRIMARY KEY("search_term_id","paper_id")
);
--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "impact_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "filters" jsonb;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "schedule" jsonb;--> statement-breakpoint
ALTER TABLE "paper_feedback" ADD CONSTRAINT "paper_feedback_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_feedback" ADD CONSTRAINT "paper_feedback_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_feedback_paper" ON "paper_feedback" USING btree ("paper_id");