CREATE TABLE "paper_readings" (
	"paper_id" bigint PRIMARY KEY NOT NULL,
	"rules" text NOT NULL,
	"key" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"reading" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "paper_readings" ADD CONSTRAINT "paper_readings_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;