CREATE TABLE "digest_files" (
	"digest_id" uuid PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone NOT NULL
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
ALTER TABLE "digest_files" ADD CONSTRAINT "digest_files_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_digest_id_email_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."email_digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_digest" ON "shares" USING btree ("digest_id");