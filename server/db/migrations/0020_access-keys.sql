CREATE TABLE "access_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"origin" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "access_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "started_by_key" uuid;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_keys_user" ON "access_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_keys_origin" ON "access_keys" USING btree ("origin") WHERE revoked_at IS NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_started_by_key_access_keys_id_fk" FOREIGN KEY ("started_by_key") REFERENCES "public"."access_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_started_by_key" ON "reports" USING btree ("started_by_key") WHERE started_by_key IS NOT NULL;