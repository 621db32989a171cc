// A sentence of the page with what this phone knows put in.
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, word) => facts[word]);
