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
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_search_term_id_search_terms_id_fk" FOREIGN KEY ("search_term_id") REFERENCES "public"."search_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_deliveries_once" ON "channel_deliveries" USING btree ("channel_id","digest_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_digest" ON "channel_deliveries" USING btree ("digest_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_open" ON "channel_deliveries" USING btree ("next_attempt_at") WHERE "channel_deliveries"."status" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "channels_user" ON "channels" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_term" ON "channels" USING btree ("search_term_id");