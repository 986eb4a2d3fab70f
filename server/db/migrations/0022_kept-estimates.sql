CREATE TABLE "kept_estimate_parts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_estimate_parts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"estimate_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"part_group" text NOT NULL,
	"side" text,
	"price_cents" bigint,
	"quantity" double precision NOT NULL,
	"labour_hours" double precision NOT NULL,
	"refinish_hours" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_estimates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"system" text,
	"dated" date,
	"vin" text NOT NULL,
	"make" text NOT NULL,
	"model" text,
	"model_key" text,
	"year" integer,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kept_estimate_parts" ADD CONSTRAINT "kept_estimate_parts_estimate_id_kept_estimates_id_fk" FOREIGN KEY ("estimate_id") REFERENCES "public"."kept_estimates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_estimates" ADD CONSTRAINT "kept_estimates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_estimate_parts_estimate" ON "kept_estimate_parts" USING btree ("estimate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "kept_estimates_once" ON "kept_estimates" USING btree ("user_id","sha256");--> statement-breakpoint
CREATE INDEX "kept_estimates_vin" ON "kept_estimates" USING btree ("user_id","vin");--> statement-breakpoint
CREATE INDEX "kept_estimates_model" ON "kept_estimates" USING btree ("user_id","make","model_key");