CREATE INDEX "reports_by_tag" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(upper(tag)) text_pattern_ops,"id") WHERE tag IS NOT NULL;--> statement-breakpoint
-- Of few samples one that has a text by chance makes it look a hundred times as frequent, and all reports are walked for it.
ALTER INDEX "reports_searched" ALTER COLUMN 1 SET STATISTICS 1000;
