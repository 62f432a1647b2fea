/** Copies a text where a button is pressed. The clipboard belongs to pages from a file or over https; elsewhere the line is selected instead. */
// biome-ignore lint/correctness/noUnusedVariables: the script after it calls it.
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}
