-- One statement: the table is rewritten once.
ALTER TABLE "reports"
  ADD COLUMN "listing_state" text GENERATED ALWAYS AS (coalesce(edited_model, model) #>> '{lot,listing_state}') STORED,
  ADD COLUMN "market" jsonb GENERATED ALWAYS AS (CASE WHEN jsonb_typeof(coalesce(edited_model, model) #> '{lot,market}') = 'object'
          THEN (coalesce(edited_model, model) #> '{lot,market}') - '{sale_history,similar_lots,site_price_band,site_fees,page_rates}'::text[] END) STORED;
