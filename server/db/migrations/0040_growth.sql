-- Finds a part of a text by index; comes with PostgreSQL, and its database's owner may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "quota_ledger_user";--> statement-breakpoint
ALTER TABLE "lot_photos" ADD COLUMN "look_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "look_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "catalogue_answers_kept" ON "catalogue_answers" USING btree ("kept_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "link_tokens_spent" ON "link_tokens" USING btree ((coalesce(used_at, expires_at)));--> statement-breakpoint
CREATE INDEX "lot_photos_look" ON "lot_photos" USING btree ("look_at") WHERE number < 1;--> statement-breakpoint
CREATE INDEX "lots_look" ON "lots" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_spent" ON "refresh_tokens" USING btree ("expires_at") WHERE replaced_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "report_events_created" ON "report_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reports_by_date" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),created_at,"id");--> statement-breakpoint
CREATE INDEX "reports_by_vehicle" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(lower(model_name)),"id");--> statement-breakpoint
CREATE INDEX "reports_by_lot" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),lot_number,"id");--> statement-breakpoint
CREATE INDEX "reports_by_sale_date" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),sale_date,"id");--> statement-breakpoint
CREATE INDEX "reports_by_repair" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),total_cost_cents,"id");--> statement-breakpoint
CREATE INDEX "reports_by_value_share" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),value_share,"id");--> statement-breakpoint
CREATE INDEX "reports_by_verdict" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(array_position(ARRAY['repairable', 'depends_on_salvage', 'sources_disagree', 'total_loss'], verdict)),"id");--> statement-breakpoint
CREATE INDEX "reports_by_status" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(CASE WHEN finished_at IS NULL THEN 1 WHEN error_code IS NULL THEN 2 WHEN error_code = 'cancelled' THEN 4 ELSE 3 END),"id");--> statement-breakpoint
CREATE INDEX "reports_of_outcome" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(CASE WHEN finished_at IS NULL THEN 1 WHEN error_code IS NULL THEN 2 WHEN error_code = 'cancelled' THEN 4 ELSE 3 END),"created_at","id");--> statement-breakpoint
CREATE INDEX "reports_of_make" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(lower(make_name)),"created_at","id");--> statement-breakpoint
CREATE INDEX "reports_searched" ON "reports" USING gin ((coalesce(model_name, '') || coalesce(' ' || vin, '') || coalesce(' ' || lot_number, '') || coalesce(' ' || make_name, '') || coalesce(' ' || tag, '')) gin_trgm_ops) WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "reports_user_link" ON "reports" USING btree ("user_id",(lower(substring(url, '(?i)/(?:lot|vehicledetails?)/([0-9a-z_-]+)'))));--> statement-breakpoint
CREATE INDEX "reports_user_finished" ON "reports" USING btree ("user_id","finished_at") WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_finished" ON "reports" USING btree ("finished_at") WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_error" ON "reports" USING btree ("error_code","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE error_code IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ((least(ended_at, expires_at)));--> statement-breakpoint
CREATE INDEX "users_searched" ON "users" USING gin ((email || ' ' || first_name || ' ' || last_name) gin_trgm_ops) WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("created_at") WHERE verified_at IS NULL;--> statement-breakpoint
CREATE INDEX "waiting_lots_created" ON "waiting_lots" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "waiting_lots_of_lot" ON "waiting_lots" USING btree ("lot_key");--> statement-breakpoint
CREATE INDEX "waiting_lots_key" ON "waiting_lots" USING btree ("asked_by_key") WHERE asked_by_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_messages_created" ON "webhook_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ws_tickets_session" ON "ws_tickets" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "ws_tickets_expires" ON "ws_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "quota_ledger_user" ON "quota_ledger" USING btree ("user_id","id");--> statement-breakpoint
-- Whatever deletes a report, its owner, its account's end or its time: tidying up then looks at the lot, and at photos that left its listing.
CREATE FUNCTION look_at_lots_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE lots SET look_at = now() WHERE key IN (SELECT lot_key FROM gone);
  UPDATE lot_photos SET look_at = now() WHERE number < 1 AND lot_key IN (SELECT lot_key FROM gone);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER reports_gone AFTER DELETE ON "reports" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION look_at_lots_again();
