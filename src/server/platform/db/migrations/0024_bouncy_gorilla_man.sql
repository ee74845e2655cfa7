ALTER TABLE "told_corrections" ADD COLUMN "event_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "told_corrections" DROP CONSTRAINT "told_corrections_user_id_paper_id_kind_pk";--> statement-breakpoint
ALTER TABLE "told_corrections" ADD CONSTRAINT "told_corrections_user_id_paper_id_kind_event_id_pk" PRIMARY KEY("user_id","paper_id","kind","event_id");
