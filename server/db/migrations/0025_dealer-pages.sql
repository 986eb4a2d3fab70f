ALTER TABLE "kept_estimate_parts" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "kept_estimate_parts" ADD COLUMN "fits_vin" boolean;