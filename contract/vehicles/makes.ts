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
