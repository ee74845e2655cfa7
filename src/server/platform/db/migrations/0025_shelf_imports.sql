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
ALTER TABLE "shelf_import_items" ADD CONSTRAINT "shelf_import_items_import_id_shelf_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."shelf_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_import_items" ADD CONSTRAINT "shelf_import_items_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_imports" ADD CONSTRAINT "shelf_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shelf_import_items_paper" ON "shelf_import_items" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "shelf_imports_user" ON "shelf_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shelf_imports_running" ON "shelf_imports" USING btree ("user_id") WHERE "shelf_imports"."finished_at" is null;