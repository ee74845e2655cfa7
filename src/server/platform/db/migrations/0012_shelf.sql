CREATE TABLE "desk_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reader_papers" (
	"user_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"state" text NOT NULL,
	"search_term_id" uuid,
	"digest_id" uuid,
	"shown" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"document" "tsvector" NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reader_papers_user_id_paper_id_pk" PRIMARY KEY("user_id","paper_id")
);
--> statement-breakpoint
ALTER TABLE "desk_visits" ADD CONSTRAINT "desk_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reader_papers_state" ON "reader_papers" USING btree ("user_id","state","changed_at");--> statement-breakpoint
CREATE INDEX "reader_papers_paper" ON "reader_papers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "reader_papers_term" ON "reader_papers" USING btree ("search_term_id");--> statement-breakpoint
CREATE INDEX "reader_papers_digest" ON "reader_papers" USING btree ("digest_id");