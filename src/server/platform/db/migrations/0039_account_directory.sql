CREATE TABLE "account_directory" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"shard" text NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_directory_shard" ON "account_directory" USING btree ("shard","address_hash");