/** Two fictional prospects, with column names that are recognized. */
export const sampleFile = [
  'First name,Last name,Email,Company,Title,Phone,LinkedIn,Website,Location',
  'Amara,Okafor,amara.okafor@saltmarsh.example,Saltmarsh Foods,Head of Purchasing,+49 30 901820,https://www.linkedin.com/in/amara-okafor-example,saltmarsh.example,Berlin',
  'Henrik,Lund,henrik@nordlys.example,Nordlys,Founder,,,nordlys.example,Bergen',
  '',
].join('\r\n');
