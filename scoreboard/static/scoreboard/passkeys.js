// Passkeys: the browser asks its phone or key, and the form carries the answer. What has to do with
// them shows only where there is something to ask; that wants HTTPS, or localhost.
const BYTES = ["challenge", "id"]; // but for the id of "rp", which is a name

function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function toText(bytes) {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const isBytes = (value) => value instanceof ArrayBuffer;

// What the server says, with bytes where the browser wants them.
function asked(value, name = "") {
  if (Array.isArray(value)) return value.map((part) => asked(part));
  if (typeof value === "string") return BYTES.includes(name) ? toBytes(value) : value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) =>
    [key, key === "rp" ? part : asked(part, key)]));
}

// What the browser answers, with text in the place of bytes.
function told(credential) {
  const {response} = credential;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const known = parts.filter((part) => isBytes(response[part]));
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(known.map((part) => [part, toText(response[part])])),
  };
}

async function make({publicKey}) {
  const options = asked(publicKey);
  const selection = {residentKey: "required", requireResidentKey: true, userVerification: "required"};
  options.authenticatorSelection = {...options.authenticatorSelection, ...selection};
  return navigator.credentials.create({publicKey: options});
}

const use = ({publicKey}) => navigator.credentials.get({publicKey: asked(publicKey)});

// The page brings what is asked; that of signing in is new each time, and fetched when it is wanted.
async function options(form) {
  if (form.dataset.passkey) return JSON.parse(form.dataset.passkey);
  const answer = await fetch(form.action, {headers: {Accept: "application/json"}});
  return answer.json();
}

async function send(form) {
  if (form.dataset.asking) return; // a second tap, while the phone still asks
  form.dataset.asking = "now";
  const failed = form.querySelector("[data-failed]");
  failed.hidden = true;
  try {
    const {creation_options: toMake, request_options: toUse} = await options(form);
    const credential = await (toMake ? make(toMake) : use(toUse));
    form.elements.credential.value = JSON.stringify(told(credential));
  } catch (error) {
    failed.hidden = false; // most often it was called off
    delete form.dataset.asking;
    return;
  }
  form.submit();
}

if (window.PublicKeyCredential) {
  for (const part of document.querySelectorAll("[data-with-passkeys]")) part.hidden = false;
  for (const part of document.querySelectorAll("[data-without-passkeys]")) part.hidden = true;
}
for (const form of document.querySelectorAll("form[data-passkey]")) {
  addEventListener("pageshow", () => { delete form.dataset.asking; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
