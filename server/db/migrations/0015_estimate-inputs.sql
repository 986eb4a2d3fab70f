ALTER TABLE "reports" ADD COLUMN "inputs" jsonb;
