CREATE TABLE "zotero_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"username" text NOT NULL,
	"library" text NOT NULL,
	"library_name" text NOT NULL,
	"collection" text,
	"collection_name" text,
	"kept_since" timestamp with time zone,
	"ended" text,
	"problem" text,
	"claimed_at" timestamp with time zone,
	"claimed_by" uuid,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zotero_papers" (
	"user_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "zotero_papers_user_id_paper_id_pk" PRIMARY KEY("user_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "zotero_topics" (
	"search_term_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zotero_accounts" ADD CONSTRAINT "zotero_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD CONSTRAINT "zotero_papers_user_id_zotero_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."zotero_accounts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD CONSTRAINT "zotero_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_topics" ADD CONSTRAINT "zotero_topics_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_topics" ADD CONSTRAINT "zotero_topics_user_id_zotero_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."zotero_accounts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "zotero_papers_paper" ON "zotero_papers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "zotero_papers_open" ON "zotero_papers" USING btree ("user_id") WHERE "zotero_papers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "zotero_topics_user" ON "zotero_topics" USING btree ("user_id");