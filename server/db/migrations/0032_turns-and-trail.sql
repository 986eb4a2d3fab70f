CREATE TABLE "report_trail" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_name" text,
	"details" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "last_claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waiting_lots" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "report_trail" ADD CONSTRAINT "report_trail_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_trail_report" ON "report_trail" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "reports_user_last_claimed" ON "reports" USING btree ("user_id","last_claimed_at") WHERE last_claimed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "waiting_lots_turn" ON "waiting_lots" USING btree ("turn") WHERE turn IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Its report is being deleted with all it has.
    IF NOT EXISTS (SELECT FROM reports WHERE id = OLD.report_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit trail of a report is never changed.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER report_trail_frozen BEFORE UPDATE OR DELETE ON "report_trail" FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();--> statement-breakpoint
CREATE TRIGGER report_trail_kept BEFORE TRUNCATE ON "report_trail" FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
