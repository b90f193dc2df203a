"""Names of conditions, medicines and treatments in English, and the words that a text must have to hold one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_CONDITIONS: Final = tuple(
    phrase.strip()
    for line in """
    diabetes, diabetic, prediabetes, prediabetic, asthma, asthmatic, leukemia, leukaemia, lymphoma, melanoma, carcinoma, tumor, tumors, tumour, tumours, cancer, epilepsy, epileptic, seizures, migraine, migraines
    arthritis, arthrosis, hypertension, hypotension, high blood pressure, low blood pressure, elevated blood pressure, high cholesterol, elevated cholesterol, high blood sugar, celiac, coeliac, crohn's, crohns, colitis, ibs, gerd
    acid reflux, adhd, autism, autistic, asperger's, aspergers, bipolar, schizophrenia, schizophrenic, depression, depressed, anxiety, panic attack, panic attacks, panic disorder, ptsd, ocd, insomnia, anemia, anaemia, anemic, anaemic, hiv
    hepatitis, herpes, chlamydia, heart attack, heart disease, heart failure, heart condition, heart murmur, arrhythmia, atrial fibrillation, afib, stroke, miscarriage, ivf, infertile, infertility, menopause, menopausal, dementia
    alzheimer's, alzheimers, parkinson's, parkinsons, multiple sclerosis, lupus, eczema, psoriasis, rosacea, endometriosis, pcos, fibromyalgia, hypothyroid, hypothyroidism, hyperthyroid, hyperthyroidism, thyroid, scoliosis, sleep apnea
    sleep apnoea, herniated disc, herniated disk, slipped disc, sciatica, kidney disease, kidney stone, kidney stones, kidney failure, liver disease, cirrhosis, glaucoma, cataract, cataracts, concussion, tinnitus, vertigo, gout
    osteoporosis, anorexia, anorexic, bulimia, bulimic, eating disorder, self-harm, self harm, suicidal, suicide attempt, chronic pain, chronic fatigue, chronic illness, chronic condition, chronically ill, back pain, knee pain, neck pain
    shoulder pain, chest pain, joint pain, hip pain, wrist pain, bad back, bad knee, bad knees, bad hip, carpal tunnel, tendonitis, hernia, ulcer, ulcers, pneumonia, bronchitis, copd, tuberculosis, covid, lyme disease, mononucleosis
    shingles, dyslexia, dyslexic, lactose intolerance, lactose intolerant, lactose-intolerant, gluten intolerance, gluten intolerant, gluten sensitivity, legally blind, colorblind, colourblind, color blind, colour blind, autoimmune, color-blind, colour-blind, hard of hearing
    hearing loss, hearing aid, hearing aids, wheelchair, disability, disabilities, paraplegic, down syndrome, cerebral palsy, cystic fibrosis, sickle cell, hemophilia, haemophilia, blood clot, blood clots, thrombosis, embolism, aneurysm
    alcoholic, alcoholism, substance abuse, opioid, addiction, relapse, hot flashes, morning sickness, gestational, preeclampsia, postpartum, hay fever, hashimoto's, graves' disease, raynaud's, irritable bowel, diverticulitis, gallstones
    appendicitis, pancreatitis, rheumatoid, meningitis, sepsis, gallbladder, prostate, fibroid, fibroids, cysts, polyps, neuropathy, narcolepsy, tourette's, borderline personality, vitiligo, acne, alopecia, immunocompromised, headaches
    hypoglycemia, hyperglycemia, hemorrhoids, haemorrhoids, sinusitis, tonsillitis, rhinitis, dermatitis, hyperhidrosis, tachycardia, bradycardia, angina, cardiomyopathy, coronary artery disease, fatty liver
    gastritis, gastroparesis, urinary tract infection, erectile dysfunction, ovarian cyst, thalassemia, myeloma, sarcoma, brain injury, paralysis, paralyzed, paralysed, quadriplegic, amputee, muscular dystrophy, spina bifida
    bell's palsy, restless legs, sleepwalking, agoraphobia, claustrophobia, claustrophobic, social phobia, body dysmorphia, psychosis, manic episode, mania, stutter, dyscalculia, dyspraxia, macular degeneration, astigmatism
    deaf, hearing impaired, visually impaired, partially sighted, blind in one eye, tmj, osteoarthritis, osteopenia, bursitis, plantar fasciitis, tennis elbow, frozen shoulder, torn meniscus, torn acl, shin splints, stress fracture
    spondylitis, spinal stenosis, malaria, dengue, measles, chickenpox, hpv, syphilis, gonorrhea, hpv, sarcoidosis, pmdd, stillbirth, ectopic pregnancy, postnatal depression, seasick, carsick, motion sickness, chronic cough, long covid
    heart palpitations, high triglycerides, blood disorder, autoimmune disease, immune deficiency, food poisoning, nosebleeds, fainting spells, epileptic fits, hot flushes, hair loss, crohn, food intolerance, strep throat, sore throat, stomach bug, norovirus, ear infection, chest infection, sinus infection, yeast infection, dizzy spells, dizziness, on crutches, high fever, influenza, lumpectomy, tonsils
    """.strip().splitlines()
    for phrase in line.split(",")
)
_MEDICINES: Final = tuple(
    """
    sertraline zoloft fluoxetine prozac escitalopram lexapro citalopram celexa paroxetine paxil venlafaxine effexor duloxetine cymbalta bupropion wellbutrin mirtazapine trazodone amitriptyline lamotrigine quetiapine seroquel olanzapine
    aripiprazole abilify risperidone lorazepam ativan alprazolam xanax diazepam valium clonazepam klonopin buspirone adderall vyvanse ritalin methylphenidate concerta atomoxetine strattera modafinil metformin insulin ozempic semaglutide
    wegovy mounjaro tirzepatide glipizide jardiance lisinopril losartan amlodipine metoprolol atenolol propranolol bisoprolol ramipril hydrochlorothiazide atorvastatin lipitor simvastatin rosuvastatin statin statins warfarin eliquis
    apixaban xarelto rivaroxaban clopidogrel levothyroxine synthroid prednisone prednisolone methotrexate humira adalimumab tamoxifen letrozole omeprazole pantoprazole nexium gabapentin pregabalin lyrica tramadol oxycodone codeine
    morphine methadone suboxone albuterol salbutamol ventolin inhaler inhalers epipen epipens epi-pen antihistamine antihistamines cetirizine loratadine antidepressant antidepressants antipsychotic antipsychotics ssri ssris antibiotics
    amoxicillin azithromycin doxycycline penicillin accutane isotretinoin finasteride spironolactone contraceptive estradiol hrt testosterone truvada antiretroviral antiretrovirals naltrexone valproate keppra levetiracetam carbamazepine
    topiramate sumatriptan allopurinol colchicine immunosuppressant immunosuppressants biologics steroid steroids melatonin painkillers ibuprofen acetaminophen naproxen
    """.split()
)
_BODY: Final = (
    r"(?:knee|hip|heart|back|spinal|eye|brain|shoulder|bypass|bariatric|open[- ]heart|acl|jaw|wisdom tooth|foot|hand)"
)
_UNDERGOES: Final = r"(?:had|having|needs?|scheduled for|recovering from|underwent|after|awaiting) (?:an? |his |her |my |their |the |minor |major |emergency ){0,2}"
_ATTENDS: Final = r"(?:in|starting|started|goes to|attends?|attending) (?:\w+ )?"
_ON: Final = r"(?:on|takes|taking) (?:\w+ ){0,3}"
_LAB_NAMES: Final = (
    "ldl", "hdl", "tsh", "hba1c", "psa", "egfr", "creatinine", "ferritin", "hemoglobin", "haemoglobin", "cholesterol", "triglycerides", "vitamin d", "crp",
    "inr", "bp", "blood pressure", "wbc", "platelets", "uric acid", "fasting glucose", "glucose", "bilirubin", "cd4", "hcg", "bmi", "rheumatoid factor",
)  # fmt: skip
LABS: Final = {
    max(re.findall("[a-z]+", name), key=len): (
        rf"{name}\b[^.;\n\d]{{0,32}}?(?<![\d.])\d{{1,4}}(?:[./]\d{{1,3}})?(?! ?(?:to|-) ?\d)(?: ?(?:mg/dl|mmol/l|ng/ml|g/dl|%|u/l|miu/l|iu|mmhg))?",
    )
    for name in _LAB_NAMES
}
"""Word → pattern of a reading in which it is the name of what was measured."""
TREATMENTS: Final = {
    "chemo": (r"chemo",), "chemotherapy": (r"chemotherapy",), "radiotherapy": (r"radiotherapy",), "dialysis": (r"dialysis",), "physiotherapy": (r"physiotherapy",), "rehab": (r"rehab",), "biopsy": (r"biopsy",),
    "colonoscopy": (r"colonoscopy",), "mri": (r"mri scan", r"(?:got|had|needs?|booked for|waiting for|having) an mri"), "fainted": (r"fainted",), "dose": (r"(?:raised|lowered|upped|doubled|halved|increased|reduced) (?:the|his|her|my|their) dose",), "hearing": (r"(?:lost|losing|loses) (?:his|her|my|their) hearing",), "sight": (r"(?:lost|losing|loses) (?:his|her|my|their) sight",), "hospitalized": (r"hospitalized",), "hospitalised": (r"hospitalised",), "icu": (r"in(?: the)? icu",), "hospital": (r"in(?: the)? hospital (?:for|with|since|after)",),
    "surgery": (rf"{_BODY} surgery", rf"{_UNDERGOES}surgery"), "operation": (rf"{_BODY} operation", rf"{_UNDERGOES}operation"), "replacement": (rf"{_BODY} replacement",), "section": (r"c-section",), "mastectomy": (r"mastectomy",),
    "hysterectomy": (r"hysterectomy",), "vasectomy": (r"vasectomy",), "appendectomy": (r"appendectomy",), "pacemaker": (r"pacemaker",), "transplant": (r"(?:organ|kidney|liver|bone marrow|heart) transplant", rf"{_UNDERGOES}transplant"),
    "operated": (r"(?:was|were|been|got|be|being) operated on",), "pump": (r"insulin pump",), "cpap": (r"cpap",), "prosthetic": (r"prosthetic",), "anaphylaxis": (r"anaphylaxis",), "anaphylactic": (r"anaphylactic",), "vaccinated": (r"vaccinated against",),
    "therapy": (r"radiation therapy", r"physical therapy", rf"{_ATTENDS}therapy", r"(?:waiting list|waitlist(?:ed)?|referred|signed up) (?:for|to) (?:\w+ )?therapy"), "counseling": (rf"{_ATTENDS}counseling",), "counselling": (rf"{_ATTENDS}counselling",),
    **{doctor: (rf"(?:(?:sees|seeing|see) (?:a|an)|his|her|my|their) {doctor}",) for doctor in "therapist psychiatrist psychologist cardiologist oncologist neurologist endocrinologist dermatologist physiotherapist rheumatologist gastroenterologist urologist gynecologist gynaecologist chiropractor".split()},
    **{hurt: (rf"{hurt} (?:(?:his|her|my|their|a|an|the) )?(?:left |right )?(?:leg|arm|wrist|ankle|hip|ribs?|collarbone|elbow|finger|toe|foot|hand|nose|jaw|acl|meniscus|achilles|rotator cuff|knee|shoulder)",)
       for hurt in "broke broken fractured sprained tore torn dislocated".split()},
    "pregnant": (r"(?:is|am|was|got|currently|(?:\d+|\w+) (?:weeks|months)|heavily|i'm|she's) pregnant", r"pregnant (?:with|since|again)"), "pregnancy": (r"pregnancy",), "pregnancies": (r"pregnancies",),
    "trimester": (r"(?:first|second|third) trimester",), "miscarried": (r"miscarried",), "birth": (r"birth control",), "expecting": (r"expecting (?:in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|a baby|twins|(?:her|our|their|my) (?:first|second|third))",),
    "wheelchair": (r"(?:as|am|i'm|is|he's|she's|become|became) a (?:\w+ )?wheelchair user", r"(?:uses?|using|need|needs|in) (?:a|my|his|her|the) wheelchair"), "spectrum": (r"on the (?:autism )?spectrum",), "relapsed": (r"relapsed",),
    "tested": (r"tested positive(?: for \w+)?", r"tested (?:hiv|covid|flu|strep|hpv)[ -]positive"), "mammogram": (r"mammogram",), "appendix": (r"appendix (?:out|removed)",), "lump": (r"(?:found|have|has|felt) a lump",),
    "cane": (r"walks? with a (?:cane|stick|walker|limp)",), "prescription": (r"prescription (?:is|of|at) [-+]\d",), "eyesight": (r"eyesight is [-+]?\d",),
    "threw": (r"threw (?:my|his|her|their) back out",), "slipped": (r"slipped a dis[ck]",), "heartburn": (r"heartburn",), "rash": (r"(?:a|my|his|her) (?:\w+ )?rash",), "stent": (r"stents?",),
    "recovery": (r"in recovery from",), "sober": (r"sober (?:for|since)",), "blood": (r"(?:his|her|my|their|\w+['’]s) blood (?:pressure|sugar)", r"blood type", r"blood thinners?"), "blockers": (r"beta[- ]blockers",),
    **{measured: (rf"(?:(?:his|her|my|their)|\w+['’]s) {measured}(?: levels?)?(?= (?:is|was|are|were|level|levels|\d|too|went|has|of|came|rose|fell|runs|stays))",) for measured in "cholesterol glucose a1c hemoglobin ferritin triglycerides bmi".split()},
    "medication": (r"medication for", rf"{_ON}medication"), "medications": (rf"{_ON}medications",), "meds": (r"meds for", rf"{_ON}meds"), "medicine": (rf"{_ON}medicine",),
}  # fmt: skip
"""Word → patterns of which it is a part."""
OF_STATEMENTS: Final = frozenset(
    "diagnosed diagnosis prescribed suffers suffering suffered mg mcg iu allergic allergy allergies intolerant intolerance".split()
)
"""Words of which `health` knows whole statements."""
AMBIGUOUS: Final = frozenset(
    "stroke cancer depression depressed anxiety addiction relapse opioid thyroid prostate headaches acne disability disabilities cysts biologics steroids melatonin ibuprofen antibiotics insulin penicillin wheelchair gestational".split()
)
"""Names that need somebody who has it just before them."""


def _by_word(phrases: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for phrase in phrases:
        words: list[str] = re.findall("[a-z]+", phrase)
        word = max(words, key=len)
        for form in (word, f"{word}s"):
            found.setdefault(form, []).append(re.escape(phrase))
    return found


CONDITIONS_BY_WORD: Final = _by_word(_CONDITIONS)
MEDICINES_BY_WORD: Final = _by_word(_MEDICINES)
"""Longest word → patterns of the names that it is in."""
WORDS: Final = frozenset({*CONDITIONS_BY_WORD, *MEDICINES_BY_WORD, *TREATMENTS, *LABS, *OF_STATEMENTS})
"""Words without one of which an English text says nothing about health."""
