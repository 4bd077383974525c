/** Words that name the mailbox of a department, in the languages that most sites are written in. */
const words = `abuse account accounts accounting admin administracion administration administrator advertising
advertise agenda ajuda alumni apply assistance atencion atendimento ayuda backoffice banquet bestellung bestellungen
bewerbung bewerbungen billing board boletin booking bookings boutique buchhaltung buchung buero buro business
campus candidature career careers catering chat cliente clientes clientservice club commande commandes comercial
commercial commerciale communication communications community compliance compras comptabilite comunicacion
comunicazione contabilidad contact contacto contact-us contactus contato contatti cookies copyright correo courrier
customer customercare customers customerservice data dataprotection datenschutz delivery design desk developers
dialog direccion direction director dispatch dispo donations dpo ecommerce editor editorial editors education einkauf
email empfang empleo emploi engineering enquiries enquiry equipe event events export facturacion factures feedback
finance finances finanzas foundation friend fulfilment gdpr general group hallo hello help helpdesk hey hi
hilfe hola home hr hrd imprensa impressum inbox info infodesk information informacion informations infos inkoop
inquiries inquiry international investor investors invoice invoices ir it job jobs karriere kauf klantenservice
kontakt kundendienst kundenservice lager legal letters library licensing logistik logistics mail mailbox
marketing media medien member members membership name newsdesk news newsletter newsroom noreply no-reply office
oficina online onlineshop order orders partner partners partnership partnerships payment payments pedidos people
personal personnel pers plainte poczta pomoc post postmaster pr praxis prensa prenotazioni presse press presseoffice
privacidad privacy productie produktion projects purchase purchasing qa recht reception rechnung rechnungen rechnungswesen
recruiting recruitment recrutement redaccion redaction redaktion redakcja redazione registration registro
reklamation reklamacje relations rentals reservas reserva reservation reservations reservierung returns rh
rrhh sac safety sales schedule secretaria secretariat secretary security sekretariat seguridad service servicedesk
services servicio servizio shipping shop show showroom sklep someone soporte spam sponsor sponsoring staff store
student students studio subscribe subscription suggestions support supporto talent team tech technical technik
technique tesoreria test ticket tickets tienda travel treasurer trade training unsubscribe user username
vendas vendite ventas vente ventes verkauf verkoop vertrieb verwaltung volunteer web weborder webmaster webshop welcome
wholesale you your-email your-name youremail yourname zentrale example`;

const roles = new Set(words.split(/\s+/));

/** Mailboxes of a company rather than of a person: `sales@`, `customer.service@`, `team-berlin@`. */
export function isRoleMailbox(email: string): boolean {
  const local = email.split('@', 1)[0]!.toLowerCase();
  return roles.has(local) || roles.has(local.split(/[._+-]/, 1)[0]!);
}
