CREATE TABLE "delivered_papers" (
	"search_term_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"digest_id" uuid NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivered_papers_search_term_id_paper_id_pk" PRIMARY KEY("search_term_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "email_digests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"search_term_id" uuid,
	"digest_type" text NOT NULL,
	"papers_data" jsonb NOT NULL,
	"search_term" text,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"content_text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"ai_summary" text,
	"summary" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"written_by" text,
	"coverage" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"window_days" integer,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "harvests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "harvests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"window_from" date NOT NULL,
	"window_to" date NOT NULL,
	"status" text NOT NULL,
	"cursor" text,
	"pages" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"malformed" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"failure_kind" text,
	"sentence" text,
	"started_at" timestamp with time zone NOT NULL,
	"alive_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "paper_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paper_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"paper_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper_identifiers" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"paper_id" bigint NOT NULL,
	CONSTRAINT "paper_identifiers_kind_value_pk" PRIMARY KEY("kind","value")
);
--> statement-breakpoint
CREATE TABLE "paper_records" (
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"paper_id" bigint NOT NULL,
	"version" integer,
	"doi" text,
	"url" text NOT NULL,
	"available_on" date NOT NULL,
	"content_hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_records_source_source_id_pk" PRIMARY KEY("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"version" integer,
	"doi" text,
	"title" text NOT NULL,
	"abstract" text,
	"authors" text[] DEFAULT '{}' NOT NULL,
	"journal" text,
	"url" text NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"publication_types" text[] DEFAULT '{}' NOT NULL,
	"publication_date" text,
	"available_on" date NOT NULL,
	"state" text DEFAULT 'current' NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"impact" double precision,
	"vector" "bytea",
	"vector_model" text
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "search_grants" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"term" text NOT NULL,
	"term_key" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"paused_by_plan" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_detail" text,
	"expansion" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_processed_at" timestamp with time zone,
	"next_scheduled_run" timestamp with time zone,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text,
	"network" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "signup_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text NOT NULL,
	"research_field" text,
	"pending_search" text,
	"time_zone" text,
	"network" text,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signup_attempts_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_tracking" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"subscription_id" text NOT NULL,
	"invoice_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"provisioned" boolean DEFAULT false NOT NULL,
	"last_error" text,
	"tier" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"include_pubmed" boolean DEFAULT true NOT NULL,
	"include_arxiv" boolean DEFAULT true NOT NULL,
	"include_biorxiv" boolean DEFAULT true NOT NULL,
	"weekly_digest" boolean DEFAULT true NOT NULL,
	"daily_highlights" boolean DEFAULT false NOT NULL,
	"delivery_day" text DEFAULT 'sunday' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	CONSTRAINT "user_preferences_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"research_field" text,
	"password_hash" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_unlimited" boolean DEFAULT false NOT NULL,
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"email_verification_token" text,
	"password_reset_token" text,
	"password_reset_token_expiry" timestamp with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_tier" text DEFAULT 'free' NOT NULL,
	"billing_epoch" integer DEFAULT 0 NOT NULL,
	"ip_address" text,
	"last_digest_sent_at" timestamp with time zone,
	"mail_blocked" text,
	"mail_blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_password_reset_token_unique" UNIQUE("password_reset_token"),
	CONSTRAINT "users_stripe_customer_id_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
ALTER TABLE "delivered_papers" ADD CONSTRAINT "delivered_papers_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivered_papers" ADD CONSTRAINT "delivered_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivered_papers" ADD CONSTRAINT "delivered_papers_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_digests" ADD CONSTRAINT "email_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_digests" ADD CONSTRAINT "email_digests_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_events" ADD CONSTRAINT "paper_events_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_identifiers" ADD CONSTRAINT "paper_identifiers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_records" ADD CONSTRAINT "paper_records_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_grants" ADD CONSTRAINT "search_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_terms" ADD CONSTRAINT "search_terms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_attempts" ADD CONSTRAINT "signup_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_tracking" ADD CONSTRAINT "subscription_tracking_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivered_papers_paper" ON "delivered_papers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "delivered_papers_digest" ON "delivered_papers" USING btree ("digest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_digests_once" ON "email_digests" USING btree ("search_term_id","digest_type","period_start");--> statement-breakpoint
CREATE INDEX "email_digests_user" ON "email_digests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_digests_open" ON "email_digests" USING btree ("status","claimed_at") WHERE "email_digests"."status" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "harvests_source" ON "harvests" USING btree ("source","started_at");--> statement-breakpoint
CREATE INDEX "paper_events_paper" ON "paper_events" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_events_at" ON "paper_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "paper_identifiers_paper" ON "paper_identifiers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_records_paper" ON "paper_records" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_records_available" ON "paper_records" USING btree ("source","available_on");--> statement-breakpoint
CREATE INDEX "papers_available" ON "papers" USING btree ("available_on");--> statement-breakpoint
CREATE INDEX "papers_changed" ON "papers" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "papers_first_seen" ON "papers" USING btree ("first_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "search_terms_once" ON "search_terms" USING btree ("user_id","term_key") WHERE "search_terms"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "search_terms_due" ON "search_terms" USING btree ("next_scheduled_run") WHERE "search_terms"."is_active" and "search_terms"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "search_terms_status" ON "search_terms" USING btree ("status","claimed_at") WHERE "search_terms"."status" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "signup_attempts_user" ON "signup_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_tracking_invoice" ON "subscription_tracking" USING btree ("subscription_id","invoice_id");--> statement-breakpoint
CREATE INDEX "subscription_tracking_user" ON "subscription_tracking" USING btree ("user_id");