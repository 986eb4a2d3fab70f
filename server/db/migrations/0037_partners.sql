CREATE TABLE "commission_disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"entry_id" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"correction_id" bigint
);
--> statement-breakpoint
CREATE TABLE "commission_ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"partner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"lead_id" text,
	"voucher" text,
	"order_hash" text,
	"return_hash" text,
	"corrects_id" bigint,
	"ordered_at" timestamp with time zone,
	"net_cents" bigint DEFAULT 0 NOT NULL,
	"rate_basis_points" integer,
	"commission_cents" bigint NOT NULL,
	"source" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"told_hash" text,
	"period" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_feeds" (
	"partner_id" uuid PRIMARY KEY NOT NULL,
	"url" text,
	"read_at" timestamp with time zone,
	"file_name" text,
	"outcome" text,
	"problem" text,
	"rows_good" integer DEFAULT 0 NOT NULL,
	"rows_bad" integer DEFAULT 0 NOT NULL,
	"bad_rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "partner_leads" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" uuid,
	"network" text,
	"kind" text NOT NULL,
	"report_id" uuid,
	"make" text NOT NULL,
	"part" text,
	"counts" text NOT NULL,
	"voucher" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_leads_voucher_unique" UNIQUE("voucher")
);
--> statement-breakpoint
CREATE TABLE "partner_quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"lead_id" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"quote" jsonb,
	"total_cents" bigint,
	"valid_until" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_quotes_lead_id_unique" UNIQUE("lead_id"),
	CONSTRAINT "partner_quotes_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "partner_statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"period" date NOT NULL,
	"counts" jsonb NOT NULL,
	"commission_cents" bigint NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"payment_id" bigint,
	CONSTRAINT "partner_statements_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "partner_stock" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partner_stock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"partner_id" uuid NOT NULL,
	"item" text NOT NULL,
	"make" text NOT NULL,
	"number" text NOT NULL,
	"number_norm" text NOT NULL,
	"title" text NOT NULL,
	"condition" text NOT NULL,
	"availability" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"shipping_cents" bigint,
	"core_charge_cents" bigint,
	"quantity" integer,
	"lead_time_days" integer,
	"side" text,
	"link" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"company" text NOT NULL,
	"contact_name" text,
	"email" text,
	"email_key" text,
	"phone" text,
	"website" text,
	"about" text DEFAULT '' NOT NULL,
	"states" text[] NOT NULL,
	"makes" text[] NOT NULL,
	"state" text DEFAULT 'applied' NOT NULL,
	"terms_dated" date NOT NULL,
	"terms_accepted_at" timestamp with time zone NOT NULL,
	"commission_model" text,
	"rate_basis_points" integer,
	"lead_cents" bigint,
	"sealed_secret" "bytea",
	"key_version" integer,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decision_note" text,
	CONSTRAINT "partners_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "partners_email_key_unique" UNIQUE("email_key"),
	CONSTRAINT "partners_commission_whole" CHECK (("partners"."commission_model" IS NULL AND "partners"."rate_basis_points" IS NULL AND "partners"."lead_cents" IS NULL)
        OR ("partners"."commission_model" = 'per_sale' AND "partners"."rate_basis_points" BETWEEN 1 AND 10000 AND "partners"."lead_cents" IS NULL)
        OR ("partners"."commission_model" = 'per_lead' AND "partners"."lead_cents" > 0 AND "partners"."rate_basis_points" IS NULL)),
	CONSTRAINT "partners_approved_with_commission" CHECK ("partners"."state" <> 'approved' OR "partners"."commission_model" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "quote_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"shared" jsonb NOT NULL,
	"contact" jsonb NOT NULL,
	"consent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commission_disputes" ADD CONSTRAINT "commission_disputes_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_disputes" ADD CONSTRAINT "commission_disputes_entry_id_commission_ledger_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."commission_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_ledger" ADD CONSTRAINT "commission_ledger_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_notes" ADD CONSTRAINT "dispute_notes_dispute_id_commission_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."commission_disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_feeds" ADD CONSTRAINT "partner_feeds_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_leads" ADD CONSTRAINT "partner_leads_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_leads" ADD CONSTRAINT "partner_leads_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_quotes" ADD CONSTRAINT "partner_quotes_request_id_quote_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."quote_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_quotes" ADD CONSTRAINT "partner_quotes_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_statements" ADD CONSTRAINT "partner_statements_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_stock" ADD CONSTRAINT "partner_stock_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_requests" ADD CONSTRAINT "quote_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_requests" ADD CONSTRAINT "quote_requests_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commission_disputes_partner" ON "commission_disputes" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_disputes_open" ON "commission_disputes" USING btree ("entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "commission_ledger_sale" ON "commission_ledger" USING btree ("partner_id","order_hash") WHERE kind = 'sale';--> statement-breakpoint
CREATE UNIQUE INDEX "commission_ledger_return" ON "commission_ledger" USING btree ("partner_id","order_hash","return_hash") WHERE kind = 'return';--> statement-breakpoint
CREATE UNIQUE INDEX "commission_ledger_lead" ON "commission_ledger" USING btree ("lead_id") WHERE kind = 'lead';--> statement-breakpoint
CREATE INDEX "commission_ledger_period" ON "commission_ledger" USING btree ("partner_id","period","id");--> statement-breakpoint
CREATE INDEX "commission_ledger_corrects" ON "commission_ledger" USING btree ("corrects_id");--> statement-breakpoint
CREATE INDEX "dispute_notes_dispute" ON "dispute_notes" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE INDEX "partner_leads_partner" ON "partner_leads" USING btree ("partner_id","at");--> statement-breakpoint
CREATE INDEX "partner_leads_report" ON "partner_leads" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_leads_once" ON "partner_leads" USING btree ("partner_id","report_id","part") WHERE counts = 'yes' AND kind = 'click' AND report_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_quotes_once" ON "partner_quotes" USING btree ("request_id","partner_id");--> statement-breakpoint
CREATE INDEX "partner_quotes_partner" ON "partner_quotes" USING btree ("partner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "partner_quotes_one_accepted" ON "partner_quotes" USING btree ("request_id") WHERE state = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "partner_statements_once" ON "partner_statements" USING btree ("partner_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_stock_item" ON "partner_stock" USING btree ("partner_id","item");--> statement-breakpoint
CREATE INDEX "partner_stock_number" ON "partner_stock" USING btree ("number_norm","make");--> statement-breakpoint
CREATE INDEX "partners_newest" ON "partners" USING btree ("applied_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "quote_requests_user" ON "quote_requests" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "quote_requests_report" ON "quote_requests" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "quote_requests_open" ON "quote_requests" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE FUNCTION refuse_commission_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the commission ledger are never changed.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER commission_ledger_frozen BEFORE UPDATE OR DELETE ON "commission_ledger" FOR EACH ROW EXECUTE FUNCTION refuse_commission_change();--> statement-breakpoint
CREATE TRIGGER commission_ledger_kept BEFORE TRUNCATE ON "commission_ledger" FOR EACH STATEMENT EXECUTE FUNCTION refuse_commission_change();--> statement-breakpoint
CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Marked as paid, once; nothing else of it changes.
  IF TG_OP = 'UPDATE' AND OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL
     AND (NEW.id, NEW.partner_id, NEW.period, NEW.counts, NEW.commission_cents, NEW.issued_at)
       = (OLD.id, OLD.partner_id, OLD.period, OLD.counts, OLD.commission_cents, OLD.issued_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An issued statement is never changed.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER partner_statements_frozen BEFORE UPDATE OR DELETE ON "partner_statements" FOR EACH ROW EXECUTE FUNCTION refuse_statement_change();--> statement-breakpoint
CREATE TRIGGER partner_statements_kept BEFORE TRUNCATE ON "partner_statements" FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
