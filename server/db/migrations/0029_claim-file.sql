CREATE TABLE "report_approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"sha256" text NOT NULL,
	"total_cost_cents" bigint NOT NULL,
	"approved_by" text NOT NULL,
	"note" text,
	"approved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_approvals_as_hashed" CHECK ("report_approvals"."sha256" = encode(sha256(convert_to("report_approvals"."content", 'UTF8')), 'hex'))
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claim" jsonb;--> statement-breakpoint
ALTER TABLE "report_approvals" ADD CONSTRAINT "report_approvals_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_approvals_once" ON "report_approvals" USING btree ("report_id","sha256");--> statement-breakpoint
CREATE FUNCTION refuse_approval_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Its report is being deleted with all it has.
    IF NOT EXISTS (SELECT FROM reports WHERE id = OLD.report_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'An approved version is never changed.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER report_approvals_frozen BEFORE UPDATE OR DELETE ON "report_approvals" FOR EACH ROW EXECUTE FUNCTION refuse_approval_change();--> statement-breakpoint
CREATE TRIGGER report_approvals_kept BEFORE TRUNCATE ON "report_approvals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_approval_change();
