-- Two verdicts more: too close to call, and depending on whether an insurer settles.
DROP INDEX "reports_by_verdict";--> statement-breakpoint
CREATE INDEX "reports_by_verdict" ON "reports" USING btree ("user_id",((archived_at IS NOT NULL)::int),(array_position(ARRAY['repairable', 'too_close', 'depends_on_salvage', 'depends_on_insurer', 'sources_disagree', 'total_loss'], verdict)),"id");
