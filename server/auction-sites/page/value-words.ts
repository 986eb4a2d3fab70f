import type { Lot } from '../../../contract/schemas/lot.ts';

/**
 * Values of listings in other languages. Pages of bid.cars and Copart in Russian, Ukrainian and Polish translate damage and
 * loss; Lithuanian and Spanish come from the browsers' own translation. A word that is not here stays as it is written: a side
 * is never guessed.
 */

/** English words, as the sites write them, to the words of ru, uk, pl, lt and es; `|` between spellings. */
const DAMAGE: Readonly<Record<string, string>> = {
  'All over':
    'повреждения по всему кузову|весь кузов|по всему кузову|полностью|пошкодження по всьому кузову|весь автомобіль|по всьому кузову|cały pojazd|uszkodzenia na całym nadwoziu|visas automobilis|visas kėbulas|por todas partes|todo el vehículo|en todo el vehículo',
  Biohazard:
    'биологическая опасность|біологічна небезпека|zagrożenie biologiczne|biologinis pavojus|riesgo biológico',
  Burn: 'пожар|возгорание|сгоревший|пожежа|згорілий|загоряння|spalony|pożar|sudegęs|gaisras|quemado|incendio',
  'Burn - engine':
    'возгорание двигателя|пожар двигателя|загоряння двигуна|пожежа двигуна|pożar silnika|spalony silnik|variklio gaisras|sudegęs variklis|motor quemado|incendio del motor',
  'Burn - interior':
    'возгорание салона|пожар салона|загоряння салону|пожежа салону|pożar wnętrza|spalone wnętrze|salono gaisras|sudegęs salonas|interior quemado|incendio del interior',
  'Damage history':
    'история повреждений|історія пошкоджень|historia uszkodzeń|žalų istorija|historial de daños',
  Electrical: 'электрика|электрические|електрика|електричні|elektryczne|elektryka|elektra|elektros|eléctrico',
  'Frame damage':
    'повреждение рамы|рама|пошкодження рами|uszkodzona rama|uszkodzenie ramy|rėmo pažeidimas|daño en el chasis|bastidor',
  'Front & rear':
    'передняя и задняя часть|перед и зад|передня і задня частина|перед і зад|przód i tył|priekis ir galas|parte delantera y trasera|frontal y trasero',
  'Front end':
    'передняя часть|повреждение передней части|передний конец|перед|передня частина|пошкодження передньої частини|передок|przód|uszkodzony przód|przednia część|priekis|priekinė dalis|priekinė pusė|parte delantera|extremo delantero|frente|frontal|delantera',
  Hail: 'град|повреждение градом|пошкодження градом|grad|gradobicie|kruša|krušos žala|granizo|daño por granizo',
  'Left & right side':
    'левая и правая сторона|ліва і права сторона|ліва та права сторона|lewa i prawa strona|kairė ir dešinė pusė|lado izquierdo y derecho',
  'Left front':
    'левая передняя часть|левый перед|передняя левая часть|ліва передня частина|лівий перед|передня ліва частина|lewy przód|kairė priekinė dalis|kairysis priekis|priekis kairė|delantera izquierda|delantero izquierdo|frente izquierdo',
  'Left rear':
    'левая задняя часть|левый зад|задняя левая часть|ліва задня частина|лівий зад|задня ліва частина|lewy tył|kairė galinė dalis|kairysis galas|trasera izquierda|trasero izquierdo',
  'Left side':
    'левая сторона|левый бок|ліва сторона|лівий бік|lewa strona|lewy bok|kairė pusė|kairysis šonas|kairė|lado izquierdo|costado izquierdo',
  Mechanical:
    'механические повреждения|механические|механика|механічні пошкодження|механічні|механічне|mechaniczne|uszkodzenia mechaniczne|mechaninis|mechaniniai gedimai|mechaniniai|mecánico|daños mecánicos',
  'Minor dent/scratches':
    'незначительные вмятины/царапины|небольшие вмятины/царапины|мелкие вмятины/царапины|незначительные вмятины и царапины|невеликі подряпини і вм’ятини|невеликі вм’ятини/подряпини|незначні вм’ятини/подряпини|незначні вм’ятини та подряпини|drobne wgniecenia/rysy|drobne wgniecenia i rysy|drobne wgniecenia/zarysowania|maži įlenkimai/įbrėžimai|nedideli įlenkimai/įbrėžimai|smulkūs įlenkimai/įbrėžimai|abolladuras/rayones menores|abolladura menor/rasguños|abolladuras/arañazos menores|pequeñas abolladuras/rasguños',
  'Missing/altered VIN':
    'отсутствует/изменен vin|відсутній/змінений vin|brak/zmieniony vin|trūksta/pakeistas vin|vin faltante/alterado',
  'Normal wear':
    'нормальный износ|обычный износ|нормальный износ и следы эксплуатации|нормальний знос|normalne zużycie|normalus nusidėvėjimas|natūralus nusidėvėjimas|desgaste normal',
  'Partial repair':
    'частичный ремонт|частковий ремонт|częściowa naprawa|dalinis remontas|dalinai remontuotas|reparación parcial',
  'Rear end':
    'задняя часть|повреждение задней части|задний конец|зад|задня частина|пошкодження задньої частини|tył|uszkodzony tył|tylna część|galas|galinė dalis|galinė pusė|parte trasera|extremo trasero|trasera|posterior',
  'Rejected repair':
    'отклоненный ремонт|відхилений ремонт|odrzucona naprawa|atmestas remontas|reparación rechazada',
  'Right front':
    'правая передняя часть|правый перед|передняя правая часть|права передня частина|правий перед|передня права частина|prawy przód|dešinė priekinė dalis|dešinysis priekis|priekis dešinė|delantera derecha|delantero derecho|frente derecho',
  'Right rear':
    'правая задняя часть|правый зад|задняя правая часть|права задня частина|правий зад|задня права частина|prawy tył|dešinė galinė dalis|dešinysis galas|trasera derecha|trasero derecho',
  'Right side':
    'правая сторона|правый бок|права сторона|правий бік|prawa strona|prawy bok|dešinė pusė|dešinysis šonas|dešinė|lado derecho|costado derecho',
  Rollover:
    'опрокидывание|переворот|перекидання|перевертання|перевертень|dachowanie|apsivertęs|apsivertimas|vuelco|volcadura|volcado',
  Side: 'боковое повреждение|сторона|бок|боковая часть|бік|бокове пошкодження|бічна частина|bok|uszkodzony bok|šonas|šoninis|lado|costado|lateral',
  Stripped:
    'разобран|разукомплектован|розібраний|розукомплектований|ogołocony|rozebrany|išardytas|apiplėštas|desmantelado|desvalijado',
  Suspension: 'подвеска|підвіска|zawieszenie|pakaba|suspensión',
  'Top/roof':
    'повреждение крыши|крыша|верх/крыша|дах|верх/дах|пошкодження даху|dach|góra/dach|stogas|viršus/stogas|techo|parte superior/techo|superior/techo',
  Undercarriage:
    'днище|повреждение днища|ходовая часть|ходова частина|днище кузова|podwozie|dugnas|važiuoklė|apatinė dalis|chasis inferior|bajos|tren de rodaje',
  Unknown: 'неизвестно|невідомо|nieznane|nieznany|nežinoma|nežinomas|desconocido',
  Vandalism: 'вандализм|вандалізм|wandalizm|vandalizmas|vandalismo',
  'Water/flood':
    'вода/затопление|затопление|повреждение водой/наводнением|вода/наводнение|вода/повінь|затоплення|вода/затоплення|zalanie|auto zalane|woda/powódź|powódź|vanduo/potvynis|potvynis|užlietas|agua/inundación|inundación|inundado',
};

const LOSS: Readonly<Record<string, string>> = {
  // The second Russian word is the site's own spelling.
  Collision: 'столкновение|столкноевение|дтп|зіткнення|kolizja|zderzenie|susidūrimas|avarija|colisión|choque',
  Fire: 'пожар|возгорание|пожежа|pożar|gaisras|incendio|fuego',
  Other: 'другое|прочее|інше|inne|inna|kita|otro|otros',
  Theft: 'угон|кража|викрадення|крадіжка|kradzież|vagystė|robo',
  Water: 'вода|затопление|наводнение|повінь|затоплення|woda|zalanie|powódź|vanduo|potvynis|agua|inundación',
  Hail: 'град|grad|gradobicie|kruša|granizo',
  Vandalism: 'вандализм|вандалізм|wandalizm|vandalizmas|vandalismo',
};

/** Nothing is damaged there, or nothing is told. */
const NONE = 'нет|немає|нема|brak|nėra|ninguno|ninguna|no hay';

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['ʼ`]/g, '’')
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
    .trim();

const byWords = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([english, words]) =>
      words.split('|').map((word): [string, string] => [plain(word), english]),
    ),
  );
const DAMAGE_WORDS = byWords({ ...DAMAGE, None: NONE });
const LOSS_WORDS = byWords({ ...LOSS, ...{ None: NONE } });

type Declared = Pick<Lot, 'primary_damage' | 'secondary_damage' | 'loss_type'>;

/** Damage and loss in English, and what the listing has where that was another language; `listed_words` null where it was none. */
export function inEnglishValues(read: Declared): Declared & Pick<Lot, 'listed_words'> {
  const listed_words: Record<string, string> = {};
  const translated = (field: keyof Declared, words: ReadonlyMap<string, string>): string | null => {
    const written = read[field];
    const english = written === null ? undefined : words.get(plain(written));
    if (written === null || english === undefined) return written;
    listed_words[field] = written;
    return english === 'None' ? null : english;
  };
  const english = {
    primary_damage: translated('primary_damage', DAMAGE_WORDS),
    secondary_damage: translated('secondary_damage', DAMAGE_WORDS),
    loss_type: translated('loss_type', LOSS_WORDS),
  };
  return { ...english, listed_words: Object.keys(listed_words).length > 0 ? listed_words : null };
}
