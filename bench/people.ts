/**
 * Parts of names, combined so that there are many names whose words share letters as real ones do.
 * The first words of each list are used most often.
 */
export const firstNames = words(`
  Anna Jane Maria James Peter Laura Thomas Sofia Daniel Priya Henrik Amara Noor Mateus Elif Yuki Kofi
  Camila Tariq Zoe Aoife Jens Fatima Giorgos Lukasz Ingrid Wei Olga Marco Chidi Leila Pieter Hana Bruno
  Esther Ivan Salma Diego Freya Rahul Simone Viktor Naomi Omar Greta Emeka Paula Kenji Astrid Yusuf
  Carla Stefan Adwoa Nils Irina Hugo Meera Tomas Beatriz Farid Linnea Samuel Ravi Chloe`);

export const surnameStarts = words(`
  Ander Berg Carl Dahl Eriks Frank Gar Hans Ivan Jacob Kowal Lind Mart Nowak Olse Peter Roth Schwarz
  Thom Vogel Wester Zimmer Alva Bianch Castel Dragom Espos Fernand Gonzal Hadd Ibrah Janss Kova Lewand
  Mende Nasr Okaf Papad Quint Rodrig Sant Tanak Urban Vasil Watan Yamam Zelen Adey Bhatt Chandr Desh
  Eze Fitz Gupt Harg Iyen Jimen Khatr Lomb Mukher Nguy Oduy Pint Rama Suzuk Takah Uchid Venkat Wierz`);

export const surnameEnds = words(`
  son sen man er ova ov ski ez ini berg ton ley strom field ska etti well akis wood ford ke ner stein
  mann opoulos ic yan enko worth oglu quist bauer more aitis dottir shvili kar raj oto ada awa ama uk
  hof feld meier iya wala pal ashi escu eanu`);

export const companyStarts = words(`
  Northern Harbor Saltmarsh Cedar Summit Atlas Vertex Blue Meridian Granite Lumen River Copper Beacon
  Polar Ember Crescent Anchor Falcon Orchid Juniper Quarry Tidal Vector Willow Amber Birch Canyon Delta
  Elm Flint Glacier Hollow Iron Jasper Keystone Lantern Maple Nimbus Onyx Prairie Quill Ridge Sable
  Timber Umber Valley Walnut Xenon Yarrow Zephyr Alder Basalt Cobalt Dune Echo Fjord Grove Heron Indigo`);

export const companyEnds = words(`
  Foods Logistics Systems Partners Energy Media Labs Health Capital Software Textiles Freight Robotics
  Analytics Motors Papers Chemicals Optics Steel Tools Farms Airways Biotech Ceramics Dairy Electric
  Furniture Games Hotels Insurance Jewelry Kitchens Lighting Metals Networks Outdoors Plastics Quarries
  Retail Security Travel Utilities Ventures Wines Yachts Marine Mobility Brewing Cables Packaging`);

export const jobTitles = [
  'Head of Sales',
  'Account Manager',
  'Software Engineer',
  'Founder',
  'Procurement Director',
  'Operations Lead',
  'Chief Financial Officer',
  'Plant Manager',
  'Buyer',
  'Marketing Manager',
  'Supply Chain Analyst',
  'Talent Partner',
];

export const locationNames = words(
  'London Berlin Lagos Lyon Chennai Porto Gdansk Toronto Osaka Nairobi',
);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
