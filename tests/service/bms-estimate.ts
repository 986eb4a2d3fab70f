type Line = { readonly description: string; readonly number: string; readonly price: number };

const BUMPER: Line = { description: 'Front bumper cover', number: '51117292991', price: 780.5 };
const xmlOf = ({ description, number, price }: Line, index: number): string => `<DamageLineInfo>
  <LineNum>${index + 1}</LineNum><LineDesc>${description}</LineDesc>
  <PartInfo><PartType>PAN</PartType><PartNum>${number}</PartNum><PartPrice>${price}</PartPrice></PartInfo>
  <LaborInfo><LaborType>LAB</LaborType><LaborOperation>OP11</LaborOperation><LaborHours>1.5</LaborHours></LaborInfo>
  </DamageLineInfo>`;

/** A BMS estimate of a BMW of 2014 as it is sent; `filler` makes it large. */
export function bmsEstimate({
  vin = 'WBA3A5C58EF900001',
  lines = [BUMPER],
  filler = '',
}: {
  vin?: string;
  lines?: readonly Line[];
  filler?: string;
} = {}) {
  const xml = `<VehicleDamageEstimateAddRq xmlns="http://www.cieca.com/BMS">
    <DocumentInfo><BMSVer>5.2.22</BMSVer><VendorCode>M</VendorCode><CreateDateTime>2026-03-01T08:00:00</CreateDateTime></DocumentInfo>
    <AdminInfo>${filler}</AdminInfo>
    <VehicleInfo><VINInfo><VIN><VINNum>${vin}</VINNum></VIN></VINInfo>
    <VehicleDesc><ModelYear>2014</ModelYear><MakeDesc>BMW</MakeDesc><ModelName>328i</ModelName></VehicleDesc></VehicleInfo>
    ${lines.map(xmlOf).join('')}
    </VehicleDamageEstimateAddRq>`;
  return { files: [{ name: 'C:\\estimates\\1402.xml', content: Buffer.from(xml).toString('base64') }] };
}
