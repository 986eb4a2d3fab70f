/** The 19 makes by their keys on the wire (docs/product.md), with the name shown to people. */
export const SUPPORTED_MAKES = {
  bmw: 'BMW',
  audi: 'Audi',
  subaru: 'Subaru',
  acura: 'Acura',
  ford: 'Ford',
  honda: 'Honda',
  hyundai: 'Hyundai',
  infiniti: 'Infiniti',
  jaguar: 'Jaguar',
  kia: 'Kia',
  landrover: 'Land Rover',
  lexus: 'Lexus',
  mazda: 'Mazda',
  mitsubishi: 'Mitsubishi',
  nissan: 'Nissan',
  porsche: 'Porsche',
  toyota: 'Toyota',
  vw: 'Volkswagen',
  volvo: 'Volvo',
} as const;

export type MakeKey = keyof typeof SUPPORTED_MAKES;

/** Makes that reports can be made of as well once an operator turns them on: each has prices; OEM numbers come from the user's own means alone. */
export const MORE_MAKES = [
  'Alfa Romeo',
  'Aston Martin',
  'Bentley',
  'Buick',
  'Cadillac',
  'Chevrolet',
  'Chrysler',
  'Dodge',
  'Ferrari',
  'Fiat',
  'Fisker',
  'Genesis',
  'GMC',
  'Hummer',
  'Isuzu',
  'Jeep',
  'Lamborghini',
  'Lincoln',
  'Lucid',
  'Maserati',
  'McLaren',
  'Mercedes-Benz',
  'Mercury',
  'MINI',
  'Oldsmobile',
  'Polestar',
  'Pontiac',
  'RAM',
  'Rivian',
  'Rolls-Royce',
  'Saab',
  'Saturn',
  'Scion',
  'Smart',
  'Suzuki',
  'Tesla',
] as const;

/** A make whose OEM numbers can be read: the key of one of the 19, or the name of one of the others. */
export type NumberMake = MakeKey | (typeof MORE_MAKES)[number];

/** The make whose numbers a car has; null if it is none that can be priced. */
export const numberMake = (car: {
  readonly make: string | null;
  readonly make_key: MakeKey | null;
}): NumberMake | null => car.make_key ?? MORE_MAKES.find((name) => name === car.make) ?? null;

/** The make as people write it. */
export const makeName = (make: NumberMake): string =>
  Object.hasOwn(SUPPORTED_MAKES, make) ? SUPPORTED_MAKES[make as MakeKey] : make;
