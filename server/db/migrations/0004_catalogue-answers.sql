CREATE TABLE "catalogue_answers" (
	"adapter" text NOT NULL,
	"vehicle" text NOT NULL,
	"part_group" text NOT NULL,
	"answer" jsonb NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalogue_answers_adapter_vehicle_part_group_pk" PRIMARY KEY("adapter","vehicle","part_group")
);
--> statement-breakpoint
CREATE TABLE "catalogue_name_ids" (
	"catalogue" text NOT NULL,
	"name_id" text NOT NULL,
	"number" text NOT NULL,
	"category" text,
	CONSTRAINT "catalogue_name_ids_catalogue_name_id_number_pk" PRIMARY KEY("catalogue","name_id","number")
);
