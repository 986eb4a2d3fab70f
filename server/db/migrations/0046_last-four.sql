DROP INDEX "reports_searched";--> statement-breakpoint
CREATE INDEX "reports_by_lot_last" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(right(lot_number, 4)),"created_at","id");--> statement-breakpoint
CREATE INDEX "reports_by_vin_last" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(right(vin, 4)),"created_at","id");--> statement-breakpoint
CREATE INDEX "reports_searched" ON "reports" USING gin ((replace(coalesce(' ' || model_name, '') || coalesce(' ' || make_name, '') || coalesce(' ' || tag, ''), '-', ' ')) gin_trgm_ops,(coalesce(vin, '') || coalesce(' ' || lot_number, '')) gin_trgm_ops) WITH (gin_pending_list_limit=64);--> statement-breakpoint
-- Of few samples one that has a text by chance makes it look a hundred times as frequent, and all reports are walked for it.
ALTER INDEX "reports_searched" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ALTER INDEX "reports_searched" ALTER COLUMN 2 SET STATISTICS 1000;
