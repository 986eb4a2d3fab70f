DROP INDEX "reports_searched";--> statement-breakpoint
DROP INDEX "users_searched";--> statement-breakpoint
CREATE INDEX "reports_searched" ON "reports" USING gin ((coalesce(' ' || model_name, '') || coalesce(' ' || vin, '') || coalesce(' ' || lot_number, '') || coalesce(' ' || make_name, '') || coalesce(' ' || tag, '')) gin_trgm_ops) WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "users_searched" ON "users" USING gin ((' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops) WITH (gin_pending_list_limit=64);--> statement-breakpoint
-- Of few samples one that has a text by chance makes it look a hundred times as frequent, and all reports are walked for it.
ALTER INDEX "reports_searched" ALTER COLUMN 1 SET STATISTICS 1000;
