-- Changed in place, because building the indexes anew would lock large tables.
ALTER INDEX "paper_notices_waiting" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "paper_signatures_keys" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "reader_papers_document" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('paper_notices_waiting'), gin_clean_pending_list('paper_signatures_keys'), gin_clean_pending_list('reader_papers_document');
