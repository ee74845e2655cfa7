CREATE TABLE "screened_papers" (
	"search_term_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"decision" text,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"unread_at" smallint DEFAULT 0 NOT NULL,
	"drawn_by" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "screened_papers_search_term_id_paper_id_pk" PRIMARY KEY("search_term_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"search_term_id" uuid PRIMARY KEY NOT NULL,
	"from_day" date NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"rounds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL,
	"samples" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "screened_papers" ADD CONSTRAINT "screened_papers_search_term_id_screenings_search_term_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."screenings"("search_term_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screened_papers" ADD CONSTRAINT "screened_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screened_papers_paper" ON "screened_papers" USING btree ("paper_id");