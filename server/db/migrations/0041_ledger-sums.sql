CREATE TABLE "ledger_sums" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"moved" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_sums" ADD CONSTRAINT "ledger_sums_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quota_ledger_payments" ON "quota_ledger" USING btree ("payment") WHERE kind IN ('purchase', 'take_back');