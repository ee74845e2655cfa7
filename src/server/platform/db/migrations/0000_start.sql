CREATE TABLE "accepted_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_usage" (
	"day" date NOT NULL,
	"user_id" uuid,
	"calls" integer DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ai_usage_once" UNIQUE NULLS NOT DISTINCT("day","user_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid,
	"detail" text NOT NULL,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "delivered_papers" (
	"search_term_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"digest_id" uuid NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivered_papers_search_term_id_paper_id_pk" PRIMARY KEY("search_term_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "desk_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL
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
	"content" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"ai_summary" text,
	"summary" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"written_by" text,
	"by_model" text,
	"coverage" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"window_days" integer,
	"filtered" text,
	"passed_over" integer,
	"close_matches" integer,
	"further_matches" jsonb,
	"nearest_miss" jsonb,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"claimed_by" uuid,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(coalesce(search_term, '') || ' ' || subject || ' ' || coalesce(ai_summary, '') || ' ' ||
          jsonb_path_query_array(papers_data, '$[*].title')::text || jsonb_path_query_array(papers_data, '$[*].journal')::text ||
          jsonb_path_query_array(papers_data, '$[*].doi')::text || jsonb_path_query_array(papers_data, '$[*].authors')::text,
          NFKD), '[̀-ͯ]', '', 'g'))) STORED
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
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
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
CREATE TABLE "paper_feedback" (
	"search_term_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"verdict" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_feedback_search_term_id_paper_id_pk" PRIMARY KEY("search_term_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "paper_identifiers" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"paper_id" bigint NOT NULL,
	CONSTRAINT "paper_identifiers_kind_value_pk" PRIMARY KEY("kind","value")
);
--> statement-breakpoint
CREATE TABLE "paper_notices" (
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"paper_id" bigint,
	"about" jsonb NOT NULL,
	"signature" jsonb,
	"keys" text[] NOT NULL,
	"doi" text,
	"url" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_notices_source_source_id_pk" PRIMARY KEY("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "paper_readings" (
	"paper_id" bigint PRIMARY KEY NOT NULL,
	"rules" text NOT NULL,
	"key" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"reading" jsonb NOT NULL
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
	"indexed" jsonb,
	CONSTRAINT "paper_records_source_source_id_pk" PRIMARY KEY("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "paper_signatures" (
	"paper_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"keys" text[] NOT NULL,
	"signature" jsonb NOT NULL,
	CONSTRAINT "paper_signatures_paper_id_hash_pk" PRIMARY KEY("paper_id","hash")
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
	"abstract_of" text,
	"authors" text[] DEFAULT '{}' NOT NULL,
	"journal" text,
	"bibliography" jsonb,
	"url" text NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"publication_types" text[] DEFAULT '{}' NOT NULL,
	"publication_date" text,
	"available_on" date NOT NULL,
	"state" text DEFAULT 'current' NOT NULL,
	"notice" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"impact" double precision,
	"impact_asked_at" timestamp with time zone,
	"pdf_url" text,
	"license" text,
	"updates_asked_at" timestamp with time zone,
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
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"imported" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reader_papers_user_id_paper_id_pk" PRIMARY KEY("user_id","paper_id")
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
	"kind" text,
	"term_key" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"paused_by_plan" boolean DEFAULT false NOT NULL,
	"resume_on" date,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_detail" text,
	"expansion" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expanded_at" timestamp with time zone,
	"phrase_rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"filters" jsonb,
	"schedule" jsonb,
	"more_sources" text[] DEFAULT '{}' NOT NULL,
	"last_processed_at" timestamp with time zone,
	"next_scheduled_run" timestamp with time zone,
	"waiting_since" timestamp with time zone,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"claimed_by" uuid,
	"asked_at" timestamp with time zone,
	"next_highlights" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"detail" text NOT NULL,
	"device" text,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text,
	"network" text,
	"via" text DEFAULT 'password' NOT NULL,
	"proven_at" timestamp with time zone,
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
	"invitation_id" uuid,
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
CREATE TABLE "subscription_endings" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "system_state" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "told_corrections" (
	"user_id" uuid NOT NULL,
	"paper_id" bigint NOT NULL,
	"digest_id" uuid NOT NULL,
	"kind" text DEFAULT 'retracted' NOT NULL,
	"event_id" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "told_corrections_user_id_paper_id_kind_event_id_pk" PRIMARY KEY("user_id","paper_id","kind","event_id")
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
	"is_address_proven" boolean DEFAULT true NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"has_password" boolean DEFAULT true NOT NULL,
	"email_verification_token" text,
	"password_reset_token" text,
	"password_reset_token_expiry" timestamp with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_tier" text DEFAULT 'free' NOT NULL,
	"billing_epoch" integer DEFAULT 0 NOT NULL,
	"billing_applied" integer DEFAULT 0 NOT NULL,
	"billing_attempt" integer DEFAULT 0 NOT NULL,
	"ip_address" text,
	"last_digest_sent_at" timestamp with time zone,
	"mail_blocked" text,
	"mail_blocked_at" timestamp with time zone,
	"mail_doubted_at" timestamp with time zone,
	"library_link" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_password_reset_token_unique" UNIQUE("password_reset_token"),
	CONSTRAINT "users_stripe_customer_id_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"made_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feeds_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "citations_asked" (
	"doi" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "citing_papers" (
	"paper_id" bigint NOT NULL,
	"cited" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "citing_papers_paper_id_cited_pk" PRIMARY KEY("paper_id","cited")
);
--> statement-breakpoint
CREATE TABLE "followed_things" (
	"search_term_id" uuid PRIMARY KEY NOT NULL,
	"family" text,
	"given" text,
	"orcid" text,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"doi" text
);
--> statement-breakpoint
CREATE TABLE "shelf_import_items" (
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"label" text NOT NULL,
	"reference" jsonb NOT NULL,
	"asked" text[] DEFAULT '{}' NOT NULL,
	"is_matched" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"reason" text,
	"paper_id" bigint,
	CONSTRAINT "shelf_import_items_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "shelf_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"format" text NOT NULL,
	"tag" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"detail" text,
	"waits_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	"claimed_by" uuid
);
--> statement-breakpoint
CREATE TABLE "journal_articles" (
	"issn" text NOT NULL,
	"doi" text NOT NULL,
	"paper_id" bigint NOT NULL,
	"registered_on" date NOT NULL,
	"is_late" boolean NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"abstract_asked_at" timestamp with time zone,
	"abstract_asked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "journal_articles_issn_doi_pk" PRIMARY KEY("issn","doi")
);
--> statement-breakpoint
CREATE TABLE "journal_topics" (
	"search_term_id" uuid NOT NULL,
	"issn" text NOT NULL,
	CONSTRAINT "journal_topics_search_term_id_issn_pk" PRIMARY KEY("search_term_id","issn")
);
--> statement-breakpoint
CREATE TABLE "journal_weeks" (
	"issn" text NOT NULL,
	"week" date NOT NULL,
	"registered" integer NOT NULL,
	CONSTRAINT "journal_weeks_issn_week_pk" PRIMARY KEY("issn","week")
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"issn" text PRIMARY KEY NOT NULL,
	"issns" text[] NOT NULL,
	"title" text NOT NULL,
	"read_at" timestamp with time zone,
	"try_at" timestamp with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "channel_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"digest_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"claimed_by" uuid,
	"http_status" smallint,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"search_term_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"sealed" text NOT NULL,
	"former_secret_until" timestamp with time zone,
	"ended" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "topic_proposals" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"topics" jsonb NOT NULL,
	"apart" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"digest_id" uuid,
	"tag" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shares_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "shares_once" UNIQUE NULLS NOT DISTINCT("user_id","digest_id","tag")
);
--> statement-breakpoint
CREATE TABLE "external_accounts" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_accounts_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scope" text DEFAULT 'read' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
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
	"library" text,
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
ALTER TABLE "ai_usage" ADD CONSTRAINT "ai_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivered_papers" ADD CONSTRAINT "delivered_papers_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivered_papers" ADD CONSTRAINT "delivered_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivered_papers" ADD CONSTRAINT "delivered_papers_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_visits" ADD CONSTRAINT "desk_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_digests" ADD CONSTRAINT "email_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_digests" ADD CONSTRAINT "email_digests_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_events" ADD CONSTRAINT "paper_events_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_feedback" ADD CONSTRAINT "paper_feedback_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_feedback" ADD CONSTRAINT "paper_feedback_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_identifiers" ADD CONSTRAINT "paper_identifiers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_notices" ADD CONSTRAINT "paper_notices_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_readings" ADD CONSTRAINT "paper_readings_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_records" ADD CONSTRAINT "paper_records_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_signatures" ADD CONSTRAINT "paper_signatures_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_papers" ADD CONSTRAINT "reader_papers_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_grants" ADD CONSTRAINT "search_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_terms" ADD CONSTRAINT "search_terms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_activity" ADD CONSTRAINT "security_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_attempts" ADD CONSTRAINT "signup_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_tracking" ADD CONSTRAINT "subscription_tracking_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citing_papers" ADD CONSTRAINT "citing_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_things" ADD CONSTRAINT "followed_things_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_import_items" ADD CONSTRAINT "shelf_import_items_import_id_shelf_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."shelf_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_import_items" ADD CONSTRAINT "shelf_import_items_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_imports" ADD CONSTRAINT "shelf_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_articles" ADD CONSTRAINT "journal_articles_issn_journals_issn_fk" FOREIGN KEY ("issn") REFERENCES "public"."journals"("issn") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_articles" ADD CONSTRAINT "journal_articles_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_topics" ADD CONSTRAINT "journal_topics_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_topics" ADD CONSTRAINT "journal_topics_issn_journals_issn_fk" FOREIGN KEY ("issn") REFERENCES "public"."journals"("issn") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_weeks" ADD CONSTRAINT "journal_weeks_issn_journals_issn_fk" FOREIGN KEY ("issn") REFERENCES "public"."journals"("issn") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_proposals" ADD CONSTRAINT "topic_proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_accounts" ADD CONSTRAINT "zotero_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD CONSTRAINT "zotero_papers_user_id_zotero_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."zotero_accounts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_papers" ADD CONSTRAINT "zotero_papers_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_topics" ADD CONSTRAINT "zotero_topics_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zotero_topics" ADD CONSTRAINT "zotero_topics_user_id_zotero_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."zotero_accounts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_answers_created" ON "ai_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ai_usage_user" ON "ai_usage" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "delivered_papers_paper" ON "delivered_papers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "delivered_papers_digest" ON "delivered_papers" USING btree ("digest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_digests_once" ON "email_digests" USING btree ("search_term_id","digest_type","period_start");--> statement-breakpoint
CREATE INDEX "email_digests_user" ON "email_digests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_digests_created" ON "email_digests" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "email_digests_open" ON "email_digests" USING btree ("status","claimed_at") WHERE "email_digests"."status" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "harvests_source" ON "harvests" USING btree ("source","started_at");--> statement-breakpoint
CREATE INDEX "paper_events_paper" ON "paper_events" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_events_at" ON "paper_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "paper_events_mailed" ON "paper_events" USING btree ("at") WHERE "paper_events"."kind" in ('corrected', 'concern', 'retracted', 'withdrawn', 'reinstated');--> statement-breakpoint
CREATE INDEX "paper_feedback_paper" ON "paper_feedback" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_identifiers_paper" ON "paper_identifiers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_notices_paper" ON "paper_notices" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_notices_waiting" ON "paper_notices" USING gin ("keys") WITH (fastupdate=false) WHERE "paper_notices"."paper_id" is null;--> statement-breakpoint
CREATE INDEX "paper_records_paper" ON "paper_records" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "paper_records_available" ON "paper_records" USING btree ("source","available_on");--> statement-breakpoint
CREATE INDEX "paper_records_indexed" ON "paper_records" USING btree ("available_on","source","source_id") WHERE "paper_records"."indexed" is not null;--> statement-breakpoint
CREATE INDEX "paper_signatures_keys" ON "paper_signatures" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "papers_available" ON "papers" USING btree ("available_on");--> statement-breakpoint
CREATE INDEX "papers_doi" ON "papers" USING btree ("doi");--> statement-breakpoint
CREATE INDEX "papers_changed" ON "papers" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "papers_first_seen" ON "papers" USING btree ("first_seen_at");--> statement-breakpoint
CREATE INDEX "reader_papers_state" ON "reader_papers" USING btree ("user_id","state","changed_at");--> statement-breakpoint
CREATE INDEX "reader_papers_document" ON "reader_papers" USING gin ("document") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "reader_papers_paper" ON "reader_papers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "reader_papers_term" ON "reader_papers" USING btree ("search_term_id");--> statement-breakpoint
CREATE INDEX "reader_papers_digest" ON "reader_papers" USING btree ("digest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "search_terms_once" ON "search_terms" USING btree ("user_id","term_key") WHERE "search_terms"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "search_terms_user" ON "search_terms" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_terms_due" ON "search_terms" USING btree ("next_scheduled_run") WHERE "search_terms"."is_active" and "search_terms"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "search_terms_resume" ON "search_terms" USING btree ("resume_on") WHERE "search_terms"."resume_on" is not null;--> statement-breakpoint
CREATE INDEX "search_terms_status" ON "search_terms" USING btree ("status","claimed_at") WHERE "search_terms"."status" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "security_activity_user" ON "security_activity" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "security_activity_at" ON "security_activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "signup_attempts_user" ON "signup_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_tracking_invoice" ON "subscription_tracking" USING btree ("subscription_id","invoice_id");--> statement-breakpoint
CREATE INDEX "subscription_tracking_user" ON "subscription_tracking" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "told_corrections_paper" ON "told_corrections" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "citing_papers_cited" ON "citing_papers" USING btree ("cited","seen_at");--> statement-breakpoint
CREATE INDEX "shelf_import_items_paper" ON "shelf_import_items" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "shelf_imports_user" ON "shelf_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shelf_imports_running" ON "shelf_imports" USING btree ("user_id") WHERE "shelf_imports"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "journal_articles_seen" ON "journal_articles" USING btree ("issn","seen_at");--> statement-breakpoint
CREATE INDEX "journal_articles_paper" ON "journal_articles" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "journal_topics_issn" ON "journal_topics" USING btree ("issn");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_deliveries_once" ON "channel_deliveries" USING btree ("channel_id","digest_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_digest" ON "channel_deliveries" USING btree ("digest_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_open" ON "channel_deliveries" USING btree ("next_attempt_at") WHERE "channel_deliveries"."status" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "channels_user" ON "channels" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_term" ON "channels" USING btree ("search_term_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shares_digest" ON "shares" USING btree ("digest_id");--> statement-breakpoint
CREATE INDEX "external_accounts_user" ON "external_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "zotero_papers_paper" ON "zotero_papers" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "zotero_papers_open" ON "zotero_papers" USING btree ("user_id") WHERE "zotero_papers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "zotero_topics_user" ON "zotero_topics" USING btree ("user_id");