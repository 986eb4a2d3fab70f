import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { EnterLotRequest } from '../../contract/api/auction-answers.ts';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { MORE_MAKES, SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { messageOf } from '../api/api-error.ts';
import { enterLot, type ScrapedLot } from '../api/auction.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogActions } from '../ui/dialog/dialog-actions.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { base64Of } from '../ui/form/base64-of.ts';
import { Field, fileLook, inputLook } from '../ui/form/field.tsx';
import { typedNumber } from '../ui/form/typed-number.ts';
import { PHOTO_TYPES } from './shared/file-kinds.ts';

/** Words of the listings themselves, so that what is entered is read as what is listed. */
const DAMAGES = [
  'Front end',
  'Rear end',
  'Left side',
  'Right side',
  'Side',
  'Left front',
  'Right front',
  'Left rear',
  'Right rear',
  'All over',
  'Rollover',
  'Top/roof',
  'Undercarriage',
  'Hail',
  'Water/flood',
  'Burn',
  'Mechanical',
  'Minor dent/scratches',
  'Vandalism',
] as const;

/** What the server takes for one photo, and how many. */
const MAX_PHOTO_MB = 10;
const MAX_PHOTOS = 20;
/** All of them together: as Base64, a third longer, they fit the 120 MiB of the call. */
const MAX_PHOTOS_MB = 85;
const MEGABYTE = 1024 * 1024;
const NO_PHOTOS: readonly File[] = [];
/** Model years a VIN can tell, up to the one that is sold already. */
const FIRST_YEAR = 1980;
const NEXT_YEAR = new Date().getFullYear() + 1;

type Props = {
  /** The lot that could not be read, if there was one: its site and number go along. */
  link: string;
  /** Photos that were given over already. */
  photos?: readonly File[] | undefined;
  onClose: () => void;
  onLot: (lot: ScrapedLot) => void;
};

/** The last way on: VIN, or year, make and model, with the damage and own photos. */
export function EnterLotDialog({ link, photos = NO_PHOTOS, onClose, onLot }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const photosField = useRef<HTMLInputElement>(null);
  // They stand in the field as if they had been chosen there: they are seen, and can be chosen anew.
  useEffect(() => {
    const given = new DataTransfer();
    for (const photo of photos) given.items.add(photo);
    if (photosField.current && photos.length > 0) photosField.current.files = given.files;
  }, [photos]);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const entry = entryOf(data);
    const { year = NEXT_YEAR, mileage = 0 } = entry;
    if (!(Number.isInteger(year) && year >= FIRST_YEAR && year <= NEXT_YEAR))
      return setFault(`Year: please enter a model year from ${FIRST_YEAR} to ${NEXT_YEAR}.`);
    if (!Number.isInteger(mileage)) return setFault('Mileage: please enter whole miles, such as 120,000.');
    if (entry.vin === undefined && (entry.year === undefined || !entry.make || !entry.model))
      return setFault('Please enter a VIN, or year, make and model.');
    const files = data.getAll('photos').filter((file): file is File => file instanceof File && file.size > 0);
    if (files.length > MAX_PHOTOS) return setFault(`At most ${MAX_PHOTOS} photos can be sent.`);
    const large = files.find((file) => file.size > MAX_PHOTO_MB * MEGABYTE);
    if (large) return setFault(`${large.name} is larger than ${MAX_PHOTO_MB} MB.`);
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_PHOTOS_MB * MEGABYTE)
      return setFault(
        `The photos are larger than ${MAX_PHOTOS_MB} MB together. Please send fewer or smaller ones.`,
      );
    setBusy(true);
    setFault(null);
    try {
      const photos = await Promise.all(files.map(base64Of));
      onLot(await enterLot({ ...lotOf(link), ...entry, ...(photos.length > 0 ? { photos } : {}) }));
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title="Enter the vehicle by hand" onClose={onClose}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <p className="text-sm text-muted">
          What you enter is used for your own report only, which says that it was entered by hand.
        </p>
        <Field
          label="VIN"
          name="vin"
          autoComplete="off"
          spellCheck={false}
          hint="Or year, make and model below."
        />
        <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4">
          <Field label="Year" name="year" inputMode="numeric" autoComplete="off" />
          <Choice label="Make" name="make" options={[...Object.values(SUPPORTED_MAKES), ...MORE_MAKES]} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          <Field label="Model" name="model" autoComplete="off" />
          <Field label="Mileage" name="mileage" inputMode="numeric" autoComplete="off" />
          <Choice label="Primary damage" name="primary_damage" options={DAMAGES} />
          <Choice label="Secondary damage" name="secondary_damage" options={DAMAGES} />
          <Choice
            label="Condition"
            name="run_condition"
            options={['runs_and_drives', 'starts', 'stationary']}
            words={{ runs_and_drives: 'Runs and drives', starts: 'Starts', stationary: 'Stationary' }}
          />
          <Choice
            label="Airbags"
            name="airbags"
            options={['intact', 'deployed', 'missing']}
            words={{ intact: 'Intact', deployed: 'Deployed', missing: 'Missing' }}
          />
        </div>
        <div className="grid gap-1.5">
          <label className="text-sm font-medium" htmlFor="entered-photos">
            Own photos (up to {MAX_PHOTOS}, each up to {MAX_PHOTO_MB} MB)
          </label>
          <input
            ref={photosField}
            id="entered-photos"
            name="photos"
            type="file"
            multiple
            accept={PHOTO_TYPES.join(',')}
            className={fileLook}
          />
        </div>
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  options: readonly string[];
  words?: Record<string, string>;
};

function Choice({ label, name, options, words }: ChoiceProps) {
  const id = `entered-${name}`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} name={name} className={inputLook} defaultValue="">
        <option value="">Not known</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {words?.[option] ?? option}
          </option>
        ))}
      </select>
    </div>
  );
}

function lotOf(link: string): Pick<EnterLotRequest, 'site' | 'lot_number'> {
  const reading = readAuctionLink(link);
  if (!reading.ok) return {};
  return { site: reading.link.site, lot_number: reading.link.lotNumber ?? reading.link.number };
}

function entryOf(data: FormData): EnterLotRequest {
  const text = (name: string): string | undefined => String(data.get(name) ?? '').trim() || undefined;
  const number = (name: string): number | undefined => {
    const typed = text(name);
    return typed === undefined ? undefined : typedNumber(typed);
  };
  const known = {
    vin: text('vin'),
    year: number('year'),
    make: text('make'),
    model: text('model'),
    mileage: number('mileage'),
    primary_damage: text('primary_damage'),
    secondary_damage: text('secondary_damage'),
    run_condition: text('run_condition'),
    airbags: text('airbags'),
  };
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  ) as EnterLotRequest;
}
